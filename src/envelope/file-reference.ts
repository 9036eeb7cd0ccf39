import { isJsonObject, jsonText, type Json, type JsonObject } from '../json.ts'

/**
 * A file as an argument (UJG 10, kind `file`): where it lies in the workspace, with its root as `/`, and the digest of what it
 * holds, so that what runs is what was confirmed. Templates see the path.
 */
export type FileReference = { readonly $file: string; readonly sha256: string; readonly bytes: number }

/** Whether an argument names a file. */
export function isFileReference(value: Json | undefined): value is FileReference {
  return isJsonObject(value) && typeof value['$file'] === 'string'
}

/** What a person would have to say for an argument that is known. */
export function rawOf(value: Json): string {
  return isFileReference(value) ? value.$file : jsonText(value)
}

/** The files among arguments, by parameter. */
export function fileArguments(args: JsonObject): readonly (readonly [name: string, file: FileReference])[] {
  return Object.entries(args).flatMap(([name, value]) => (isFileReference(value) ? [[name, value] as const] : []))
}

/** The end of a file's name, in small letters without the dot; '' when it has none. */
export function extensionOf(path: string): string {
  return /[^/\\]\.([^./\\]+)$/u.exec(path.trim())?.[1]?.toLowerCase() ?? ''
}
