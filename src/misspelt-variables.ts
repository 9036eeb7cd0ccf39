import { nearestName } from './catalogue/did-you-mean.ts'
import { configVariables } from './config-variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

const known = Object.keys(configVariables)

/** Names that look like one of our variables and are none, while that one is not set; beside it, the other has its own meaning. */
export function misspeltVariables(env: Environment): readonly { readonly name: string; readonly meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    const meant = known.includes(name) ? null : nearestName(name, known)
    return meant === null || (env[meant] ?? '') !== '' ? [] : [{ name, meant }]
  })
}

/** Read by Docker Compose, Node, npm, Postgres' own programs and the system from the same file. */
const ofOthers =
  /^(?:POSTGRES_|COMPOSE_|DOCKER_|NODE_|npm_|PG|OTEL_|LC_|LANG$|DEBUG$|NO_COLOR$|FORCE_COLOR$|(?:HTTPS?|NO|ALL)_PROXY$)/iu

/**
 * What is wrong with the names in a `.env` file. There a typo would go unseen, and Sayso would, say, begin an installation of its own.
 * @param env what stands in the file; with `SAYSO_ACTIONS` among it, names of another kind may be those of one's own actions
 */
export function problemsOfEnvFile(env: Environment): readonly string[] {
  const mayBeOfActions = (env['SAYSO_ACTIONS'] ?? '') !== ''
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const meant = nearestName(name, known)
    if (meant !== null) return [`${name} is not a variable of Sayso; did you mean ${meant}?`]
    return ofOthers.test(name) || (mayBeOfActions && !name.startsWith('SAYSO_'))
      ? []
      : [
          `${name} is not a variable of Sayso; .env.example lists them. Set variables for other programs in the environment itself`,
        ]
  })
}
