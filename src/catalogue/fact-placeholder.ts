/** By what name a text sees a column of what was found: `{order_refundable}`, `{person_ever_name}`. */
export function factPlaceholder(entity: string, column: string): string {
  return `${entity.replaceAll('-', '_')}_${column}`
}
