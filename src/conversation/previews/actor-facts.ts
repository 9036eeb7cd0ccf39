import type { Command } from '../../catalogue/catalogue.ts'
import { actorUses } from '../../catalogue/locales/template-texts.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { Context } from '../scene.ts'

/**
 * What an envelope keeps about the person who asks, for the templates of its steps. Their name and number are personal, so
 * only a chain that reads them gets them.
 */
export function actorFactsOf(
  { locale, person }: Pick<Context, 'locale' | 'person'>,
  { chain }: Pick<Command, 'chain'>,
): Envelope['sayso']['actor'] {
  const { name, phone } = person
  const used = actorUses(chain.flatMap(({ actionMeta, stepMsg }) => [actionMeta, stepMsg]))
  return {
    language: locale.language,
    region: locale.region,
    time_zone: person.timeZone,
    ...(used.has('name') && { name }),
    ...(used.has('phone') && { phone }),
  }
}
