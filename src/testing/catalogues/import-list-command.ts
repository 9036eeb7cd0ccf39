/** A command that takes a file and says what stands in it, for the catalogue of a test (`createTestCatalogue`). */
export const importListCommand = `
token: IMPORT_LIST
intent: { entity: List, action: Import }
safety: mutation
scope: lists.import
contract:
  commandRef: urn:test:import
  idempotency: non-idempotent
  parameters:
    - { name: list, kind: file, required: true, source: user }
arguments:
  list: { type: string, extensions: [csv, txt], maxBytes: 1000 }
steps:
  - stepName: Read
    stepDescription: Reads the list
    stepMsg: Reading
    actionDomain: filesystem
    actionType: read
    actionMeta: { path: "{{args.list}}" }
    yield: []
`

/** Its texts, for behind its path. */
export const importListTexts = `
    title: Import a list
    summary: "Import {list}"
    effect: the list is read
    done: "Imported {list}: {out_text}"
    labels: { list: list }
    questions: { list: "Which list?" }
    sentences: ["import a list", "import {list}"]
`
