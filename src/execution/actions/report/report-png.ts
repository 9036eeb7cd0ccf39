import { fileURLToPath } from 'node:url'

/** The typeface of every picture that we draw; it comes from npm, so that pictures look alike on every machine. */
export const FONT = 'Inter'

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((url) => fileURLToPath(url))

/** Draws an SVG at its own size, beside the event loop. No system font, no file and no address that it names is read. */
export async function renderPng(svg: string, signal: AbortSignal): Promise<Uint8Array> {
  // Native code that few processes ever need.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(
    svg,
    { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FONT }, logLevel: 'off' },
    signal,
  )
  return image.asPng()
}
