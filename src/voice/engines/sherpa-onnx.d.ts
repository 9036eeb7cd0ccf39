/** What is used of the package, which brings no types. */
declare module 'sherpa-onnx' {
  export type OfflineStream = {
    readonly acceptWaveform: (sampleRate: number, samples: Float32Array) => void
    readonly free: () => void
  }
  export type OfflineRecognizerConfig = {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number }
    readonly modelConfig: {
      readonly tokens: string
      readonly numThreads: number
      readonly debug: number
      readonly moonshine?: { readonly encoder: string; readonly mergedDecoder: string }
      readonly whisper?: {
        readonly encoder: string
        readonly decoder: string
        readonly language: string
        readonly task: string
      }
    }
  }
  export type OfflineRecognizer = {
    /** 0 when the model could not be loaded. */
    readonly handle: number
    readonly setConfig: (config: OfflineRecognizerConfig) => void
    readonly createStream: () => OfflineStream
    readonly decode: (stream: OfflineStream) => void
    readonly getResult: (stream: OfflineStream) => {
      readonly text: string
      readonly lang?: string
      readonly ys_log_probs?: readonly number[]
    }
  }
  const sherpa: { readonly createOfflineRecognizer: (config: OfflineRecognizerConfig) => OfflineRecognizer }
  export default sherpa
}
