/** The power at each frequency of one frame of sound, by the fast Fourier transform. The plan is made once per size. */
export type Spectrum = (samples: Float32Array, start: number) => Float64Array

/** @param size a power of two; the answer has half as many values, `sampleRate / size` hertz apart */
export function createSpectrum(size: number): Spectrum {
  const order = bitReversed(size)
  const cosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size))
  const sines = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size))
  const hann = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size))
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)

  return (samples, start) => {
    for (let at = 0; at < size; at++) {
      real[order[at] ?? 0] = (samples[start + at] ?? 0) * (hann[at] ?? 0)
      imaginary[at] = 0
    }
    for (let half = 1; half < size; half *= 2) combine(half)
    return Float64Array.from({ length: size / 2 }, (_, at) => (real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2)
  }

  function combine(half: number): void {
    const stride = size / (2 * half)
    for (let block = 0; block < size; block += 2 * half) {
      for (let at = 0; at < half; at++) {
        const even = block + at
        const odd = even + half
        const c = cosines[at * stride] ?? 0
        const s = sines[at * stride] ?? 0
        const oddReal = (real[odd] ?? 0) * c - (imaginary[odd] ?? 0) * s
        const oddImaginary = (real[odd] ?? 0) * s + (imaginary[odd] ?? 0) * c
        real[odd] = (real[even] ?? 0) - oddReal
        imaginary[odd] = (imaginary[even] ?? 0) - oddImaginary
        real[even] = (real[even] ?? 0) + oddReal
        imaginary[even] = (imaginary[even] ?? 0) + oddImaginary
      }
    }
  }
}

function bitReversed(size: number): Uint32Array {
  const bits = Math.log2(size)
  return Uint32Array.from({ length: size }, (_, at) => {
    let reversed = 0
    for (let bit = 0; bit < bits; bit++) reversed = (reversed << 1) | ((at >> bit) & 1)
    return reversed
  })
}
