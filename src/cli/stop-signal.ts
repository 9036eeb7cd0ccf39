/** Calls back on the first SIGTERM or SIGINT; a second one ends the process at once, as people expect. */
export function onStopSignal(stop: () => void): { readonly release: () => void } {
  const once = () => {
    release()
    stop()
  }
  const release = () => {
    process.off('SIGTERM', once)
    process.off('SIGINT', once)
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  return { release }
}
