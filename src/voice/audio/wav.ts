import { sampleRate, type Samples } from './samples.ts'

const headerBytes = 44

/** Samples as a WAV file of 16 bits. */
export function wav(samples: Samples): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headerBytes + samples.length * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, at) => file.writeInt16LE(Math.round(sample * 32_767), headerBytes + at * 2))
  return file
}
