/** How far a download is, in one line that is written over; on anything but a terminal, one line for every quarter. */
export type ProgressBar = {
  /** In bytes; `total` is 0 while it is not known. */
  readonly show: (done: number, total: number) => void
  readonly end: () => void
}

const width = 30
const redrawMs = 100
const megabyte = 1_000_000

export function createProgressBar({
  label,
  out,
}: {
  readonly label: string
  readonly out: { readonly isTTY?: boolean; readonly write: (text: string) => unknown }
}): ProgressBar {
  let drawnAt = 0
  let quarter = -1
  let isOpen = false

  function draw(done: number, total: number): void {
    const now = performance.now()
    if (done < total && now - drawnAt < redrawMs) return
    drawnAt = now
    const full = total === 0 ? 0 : Math.round((done / total) * width)
    const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
    out.write(`\r${label} ${bar} ${sizes(done, total)}`)
    isOpen = true
  }

  function tell(done: number, total: number): void {
    const reached = total === 0 ? 0 : Math.floor((4 * done) / total)
    if (reached <= quarter) return
    quarter = reached
    out.write(`${label} ${sizes(done, total)}\n`)
  }

  return {
    show: out.isTTY === true ? draw : tell,
    end: () => {
      if (isOpen) out.write('\n')
    },
  }
}

function sizes(done: number, total: number): string {
  return total === 0 ? `${megabytes(done)} MB` : `${megabytes(done)} of ${megabytes(total)} MB`
}

function megabytes(bytes: number): string {
  return (bytes / megabyte).toFixed(1)
}
