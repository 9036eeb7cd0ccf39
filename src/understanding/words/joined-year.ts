/** "15-dec-26" of "15 dec 26": what stands behind a month in two figures is its year only where nothing else is said. */
export function joinYear(text: string): readonly string[] {
  const joined = text.replace(/^(.*\b\d{1,2}) (\p{L}+)\.? (\d\d)\s*$/u, '$1-$2-$3')
  return joined === text ? [] : [joined]
}
