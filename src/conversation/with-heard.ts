import type { MessageFacts } from './event.ts'
import { say } from './render/say.ts'
import { showValue } from './render/show-value.ts'
import type { Scene } from './scene.ts'
import type { Step } from './step.ts'

/**
 * Shows what was heard in a voice note, whatever comes of it: only then can people see that it was misheard. Secrets are not
 * shown.
 */
export function withHeard({ context }: Scene, { spoken, secret }: MessageFacts, step: Step): Step {
  if (spoken === undefined || secret !== undefined || step.kind === 'needs') return step
  const transcript = showValue(spoken.transcript)
  const [first, ...others] = step.replies
  if (first === undefined || step.replies.some(({ text }) => text.includes(transcript))) return step
  const heard = say(context.locale, 'preview_heard', { transcript })
  return { ...step, replies: [{ ...first, text: `${heard}\n${first.text}` }, ...others] }
}
