import type { ConfigVariable } from '../../config-variables.ts'

/** `.env.example`: every variable with its meaning and what holds without it, commented out so that copying it changes nothing. */
export function renderEnvExample(variables: Readonly<Record<string, ConfigVariable>>): string {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const { meaning, default: value, otherwise = value ?? 'none', example = '' } = variable
    return `# ${meaning}.\n# Default: ${otherwise}.\n# ${name}=${value ?? example}\n`
  })
  return `# Copy this file to .env and remove the "#" from the lines that you set. The environment takes precedence over the file. Sayso
# does not start with values that it does not understand, and \`sayso doctor\` checks whether what is named here is there.

${entries.join('\n')}`
}
