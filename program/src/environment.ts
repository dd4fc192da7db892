/** The variables that a program reads its settings from. */
export type Environment = Record<string, string | undefined>

/**
 * Returns the variables that are set. An empty one counts as unset everywhere: `PORT= npm start` asks for the default, and compose
 * files and CI pass on unset variables as empty ones.
 */
export function readEnvironment(environment: Environment = process.env): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** Adds variables to those of this process, which replace what it has. */
export function setEnvironment(variables: Environment): void {
  Object.assign(process.env, variables)
}
