import { expect, test } from 'vitest'
import { createPrometheus, type Readings } from './prometheus.ts'

const readings: Readings = {
  commands: { waiting: 2, running: 1 },
  unsentReplies: { count: 3, oldestSeconds: 4.5 },
  openRows: 6,
  unsealedSeconds: 0.25,
}
const away = () => Promise.reject(new Error('away'))

test('what is read off the ledger and the queue is shown while they answer, and not once they do not', async () => {
  const { render } = createPrometheus()
  const whole = await render({ ledger: async () => readings, queue: async () => ({ waiting: 7, active: 8 }) })
  expect(samplesOf(whole)).toMatchObject({
    'sayso_up{part="ledger"}': 1,
    'sayso_up{part="queue"}': 1,
    'sayso_commands{state="waiting"}': 2,
    'sayso_commands{state="running"}': 1,
    'sayso_queue_jobs{state="waiting"}': 7,
    'sayso_queue_jobs{state="active"}': 8,
    sayso_outbox_unsent: 3,
    sayso_outbox_oldest_seconds: 4.5,
    sayso_inbox_open: 6,
    sayso_sealer_lag_seconds: 0.25,
  })
  const broken = samplesOf(await render({ ledger: away, queue: away }))
  expect(broken).toMatchObject({ 'sayso_up{part="ledger"}': 0, 'sayso_up{part="queue"}': 0 })
  expect(Object.keys(broken).filter((name) => /commands\{|queue_jobs|outbox|inbox|sealer/u.test(name))).toEqual([])
})

test('what was measured stands under its labels, and what has not happened yet is 0', async () => {
  const { meter, render } = createPrometheus()
  meter.turn({ kind: 'message', result: 'done', seconds: 0.2 })
  meter.laneWait(-3)
  meter.command('executed')
  meter.command('failed', 'unknown')
  meter.confirmation('token', 'wrong')
  meter.step({ domain: 'sql', result: 'failed', seconds: 2 })
  meter.sent('sent')
  meter.voice('noise', 1)
  meter.engineFailed('local')
  meter.trouble('sealer.failed')
  expect(samplesOf(await render({ ledger: away, queue: away }))).toMatchObject({
    'sayso_turn_seconds_sum{kind="message",result="done"}': 0.2,
    'sayso_turn_seconds_count{kind="message",result="given_up"}': 0,
    sayso_lane_wait_seconds_sum: 0,
    'sayso_commands_total{status="executed",effect=""}': 1,
    'sayso_commands_total{status="failed",effect="unknown"}': 1,
    'sayso_commands_total{status="failed",effect="some"}': 0,
    'sayso_confirmations_total{method="token",result="wrong"}': 1,
    'sayso_step_seconds_bucket{le="2.5",domain="sql",result="failed"}': 1,
    'sayso_replies_total{result="sent"}': 1,
    'sayso_replies_total{result="failed"}': 0,
    'sayso_voice_seconds_sum{result="noise"}': 1,
    'sayso_voice_engine_failures_total{engine="local"}': 1,
    'sayso_troubles_total{event="sealer.failed"}': 1,
  })
})

test('the connection to WhatsApp is there once there is one to be told of', async () => {
  const { meter, render } = createPrometheus()
  const sources = { ledger: away, queue: away }
  const name = 'sayso_whatsapp_connected{channel="whatsapp"}'
  expect(samplesOf(await render(sources))).not.toHaveProperty([name])
  meter.whatsapp(true)
  expect(samplesOf(await render(sources))).toHaveProperty([name], 1)
  meter.whatsapp(false)
  expect(samplesOf(await render(sources))).toHaveProperty([name], 0)
})

test('two meters of one process do not count for each other', async () => {
  const [one, other] = [createPrometheus(), createPrometheus()]
  one.meter.command('executed')
  const name = 'sayso_commands_total{status="executed",effect=""}'
  expect(samplesOf(await other.render({ ledger: away, queue: away }))).toHaveProperty([name], 0)
})

function samplesOf(text: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}
