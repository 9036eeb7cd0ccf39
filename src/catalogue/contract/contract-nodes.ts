/**
 * The ids of the nodes of the graph that commands/ is (UJG 5 to 8), made of names alone, so that they stay as long as the
 * folders and files do. The folder of commands/ itself is ''.
 */

/** The Journey of a folder: of commands/ the outermost one. */
export function journeyId(folder: string): string {
  return nodeId('journey', folder)
}

/** The CompositeState that a folder below commands/ is in the Journey around it. */
export function stateId(folder: string): string {
  return nodeId('state', folder)
}

/** The State in which a folder's menu is shown, and from which its commands go out. */
export function menuId(folder: string): string {
  return nodeId('menu', folder)
}

/** The OutgoingTransitionGroup of a folder. */
export function groupId(folder: string): string {
  return nodeId('group', folder)
}

/** The OutgoingTransition from anywhere in a folder to the first menu. */
export function navigationId(folder: string): string {
  return nodeId('navigation', folder)
}

/** The Transition that a command is. */
export function transitionId(path: string): string {
  return nodeId('transition', path)
}

/** The folder whose menu a node stands for, '' being the first one; `null` when the id names no menu. */
export function folderOfNode(id: string): string | null {
  if (id === menuId('')) return ''
  return /^urn:sayso:(?:menu|state):([a-z0-9.-]+)$/u.exec(id)?.[1] ?? null
}

function nodeId(kind: string, name: string): string {
  return name === '' ? `urn:sayso:${kind}` : `urn:sayso:${kind}:${name}`
}
