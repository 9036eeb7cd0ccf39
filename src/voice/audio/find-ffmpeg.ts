import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'

/** The ffmpeg of the system, which is kept up to date there; else the one that npm ships. */
export async function findFfmpeg(searchPath: string = process.env['PATH'] ?? ''): Promise<string> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  for (const folder of searchPath.split(path.delimiter).filter((each) => path.isAbsolute(each))) {
    const program = path.join(folder, name)
    if (await isProgram(program)) return program
  }
  const shipped = await import('@ffmpeg-installer/ffmpeg')
  return shipped.default.path
}

async function isProgram(program: string): Promise<boolean> {
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}
