/** The few SVG elements that a chart needs, as text. */

type Attributes = Readonly<Record<string, string | number>>

/** An element; its children are elements, made by these functions. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(String(value))}"`)
  return `<${name}${written.join('')}>${children.join('')}</${name}>`
}

/** A line of text, which is data: nothing in it is markup. */
export function textElement(text: string, attributes: Attributes): string {
  return element('text', attributes, [escape(text)])
}

/** XML 1.0 has no control characters and no half of a surrogate pair, not even escaped. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
