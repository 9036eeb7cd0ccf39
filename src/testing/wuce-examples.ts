import type { Chain } from '../execution/plan/chain.ts'

/** The chains of WUCE v2.3, section 5, word for word. */

/** WUCE 5.1: a folder, then two steps side by side. */
export const filesystemExample: Chain = [
  {
    stepName: 'Change Directory',
    stepDescription: 'Move to the docs folder',
    stepMsg: 'Moving to docs folder',
    actionDomain: 'filesystem',
    observationDomain: '',
    observe: '',
    actionType: 'cd',
    actionMeta: {
      path: '/home/user/docs',
    },
    yield: ['cwd:changed'],
  },
  {
    stepName: 'Rename File',
    stepDescription: 'Rename file1.txt to file2.txt',
    stepMsg: 'Renaming file1.txt to file2.txt',
    actionDomain: 'filesystem',
    observationDomain: 'filesystem',
    observe: 'cwd:changed',
    actionType: 'mv',
    actionMeta: {
      from: 'file1.txt',
      to: 'file2.txt',
    },
    yield: ['file:renamed'],
  },
  {
    stepName: 'Delete Temporary File',
    stepDescription: 'Remove tmp.txt',
    stepMsg: 'Deleting tmp.txt',
    actionDomain: 'filesystem',
    observationDomain: 'filesystem',
    observe: 'cwd:changed',
    actionType: 'rm',
    actionMeta: {
      path: '/home/user/docs/tmp.txt',
    },
    yield: ['file:deleted'],
  },
]

/** WUCE 5.2: a confirmation, parallel steps, and a step that names events in its parameters. */
export const cadExample: Chain = [
  {
    stepName: 'Get Confirmation',
    stepDescription: 'Allow me to create cad part',
    stepMsg: 'Creating CAD part assembly_1',
    actionDomain: 'user',
    observationDomain: 'user',
    observe: 'user_confirmation_for_part_creation',
    actionType: 'confirmation_prompt',
    actionMeta: {
      query: 'Can I proceed creating new CAD parts?',
    },
    yield: ['user_confirmation_for_part_creation'],
  },
  {
    stepName: 'Create Part',
    stepDescription: 'Initialize a new CAD part called assembly_1',
    stepMsg: 'Creating CAD part assembly_1',
    actionDomain: 'cad',
    observationDomain: 'user',
    observe: 'user_confirmation_for_part_creation',
    actionType: 'create_part',
    actionMeta: {
      part_name: 'assembly_1',
    },
    yield: ['part:created'],
  },
  {
    stepName: 'Add Cube',
    stepDescription: 'Add a cube of size 10x20x10',
    stepMsg: 'Adding cube 10x20x10',
    actionDomain: 'cad',
    observationDomain: 'cad',
    observe: 'part:created',
    actionType: 'add_cube',
    actionMeta: {
      width: 10,
      height: 20,
      depth: 10,
    },
    yield: ['cube:added'],
  },
  {
    stepName: 'Add Cylinder',
    stepDescription: 'Add a cylinder with radius 5, height 30, positioned at [5,0,0]',
    stepMsg: 'Adding cylinder radius 5, height 30 at position [5,0,0]',
    actionDomain: 'cad',
    observationDomain: 'cad',
    observe: 'part:created',
    actionType: 'add_cylinder',
    actionMeta: {
      radius: 5,
      height: 30,
      position: [5, 0, 0],
    },
    yield: ['cylinder:added'],
  },
  {
    stepName: 'Boolean Union',
    stepDescription: 'Combine cube and cylinder into one object',
    stepMsg: 'Unioning cube and cylinder',
    actionDomain: 'cad',
    observationDomain: 'cad',
    observe: 'cube:added',
    actionType: 'boolean_union',
    actionMeta: {
      objects: ['cube:added', 'cylinder:added'],
    },
    yield: ['union:done'],
  },
  {
    stepName: 'Export Part',
    stepDescription: 'Export the assembly as STL file',
    stepMsg: 'Exporting assembly_1.stl',
    actionDomain: 'cad',
    observationDomain: 'cad',
    observe: 'union:done',
    actionType: 'export_part',
    actionMeta: {
      format: 'STL',
      filename: 'assembly_1.stl',
    },
    yield: ['file:exported'],
  },
]
