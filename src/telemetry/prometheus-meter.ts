import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Meter } from './meter.ts'

const turnSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const stepSeconds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15, 60, 300]
const voiceSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40]

/** The meter whose numbers stand in these registers. */
export function createPrometheusMeter(registers: Registry[]): Meter {
  return {
    ...countTurns(registers),
    ...countCommands(registers),
    ...countVoice(registers),
    ...countConnections(registers),
  }
}

function countTurns(registers: Registry[]): Pick<Meter, 'turn' | 'laneWait' | 'sent'> {
  const turns = new Histogram({
    name: 'sayso_turn_seconds',
    help: 'Turns of the conversation, replies sent and jobs added included, by what they were about and how they ended',
    labelNames: ['kind', 'result'],
    buckets: turnSeconds,
    registers,
  })
  const waits = new Histogram({
    name: 'sayso_lane_wait_seconds',
    help: 'How long what came in waited for its turn to begin',
    buckets: turnSeconds,
    registers,
  })
  const sent = new Counter({
    name: 'sayso_replies_total',
    help: 'Replies that have left, and tries that their channel did not take',
    labelNames: ['result'],
    registers,
  })
  // What has not happened yet is 0, so that its first time is seen as one; so below.
  for (const kind of ['message', 'outcome']) turns.zero({ kind, result: 'given_up' })
  for (const result of ['sent', 'failed']) sent.inc({ result }, 0)
  return {
    turn: ({ kind, result, seconds }) => turns.observe({ kind, result }, seconds),
    laneWait: (seconds) => waits.observe(Math.max(0, seconds)),
    sent: (result) => sent.inc({ result }),
  }
}

const states = [
  ['accepted', ''],
  ['confirmed', ''],
  ['executed', ''],
  ['rejected', ''],
  ['failed', 'none'],
  ['failed', 'some'],
  ['failed', 'unknown'],
] as const

function countCommands(registers: Registry[]): Pick<Meter, 'command' | 'confirmation' | 'step'> {
  const commands = new Counter({
    name: 'sayso_commands_total',
    help: 'Commands by the state that they came to; effect says of a failure whether something was changed',
    labelNames: ['status', 'effect'],
    registers,
  })
  const confirmations = new Counter({
    name: 'sayso_confirmations_total',
    help: 'Attempts to confirm a command',
    labelNames: ['method', 'result'],
    registers,
  })
  const steps = new Histogram({
    name: 'sayso_step_seconds',
    help: 'Steps of command chains, by the domain of their action',
    labelNames: ['domain', 'result'],
    buckets: stepSeconds,
    registers,
  })
  for (const [status, effect] of states) commands.inc({ status, effect }, 0)
  confirmations.inc({ method: 'token', result: 'wrong' }, 0)
  return {
    command: (status, effect) => commands.inc({ status, effect: effect ?? '' }),
    confirmation: (method, result) => confirmations.inc({ method, result }),
    step: ({ domain, result, seconds }) => steps.observe({ domain, result }, seconds),
  }
}

function countVoice(registers: Registry[]): Pick<Meter, 'voice' | 'engineFailed'> {
  const voice = new Histogram({
    name: 'sayso_voice_seconds',
    help: 'How long it took to hear voice notes, by what came of it',
    labelNames: ['result'],
    buckets: voiceSeconds,
    registers,
  })
  const engines = new Counter({
    name: 'sayso_voice_engine_failures_total',
    help: 'Voice notes that an engine failed to hear',
    labelNames: ['engine'],
    registers,
  })
  return {
    voice: (result, seconds) => voice.observe({ result }, seconds),
    engineFailed: (engine) => engines.inc({ engine }),
  }
}

function countConnections(registers: Registry[]): Pick<Meter, 'whatsapp' | 'trouble'> {
  const whatsapp = new Gauge({
    name: 'sayso_whatsapp_connected',
    help: 'Whether the connection to WhatsApp is open (1) in this process; absent where no number is served',
    // With no labels it would be there from the start.
    labelNames: ['channel'],
    registers,
  })
  const troubles = new Counter({
    name: 'sayso_troubles_total',
    help: 'What failed in the background and is tried again, by the event under which it is logged',
    labelNames: ['event'],
    registers,
  })
  return {
    whatsapp: (isOpen) => whatsapp.set({ channel: 'whatsapp' }, isOpen ? 1 : 0),
    trouble: (event) => troubles.inc({ event }),
  }
}
