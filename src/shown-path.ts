import path from 'node:path'

/** A path as people can use it where they stand: short where it lies below this folder, and whole elsewhere. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file)
  if (relative === '') return '.'
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
    ? path.resolve(file)
    : relative
}
