const usualColumns = 80

/** How wide a screen is; `undefined` where nobody looks at one. One that does not know says 0, and is taken to be as wide as usual. */
export function columnsOf({ columns }: { readonly columns?: number }): number | undefined {
  return columns === 0 ? usualColumns : columns
}
