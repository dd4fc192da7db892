/** The variables from which a program reads its settings. */
export type Environment = Record<string, string | undefined>

/**
 * Returns the variables that are set. An empty one counts as unset everywhere: `PORT= npm start` asks for the default, and compose
 * files and CI pass unset variables on as empty ones.
 */
export function readEnvironment(environment: Environment = process.env): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** Adds variables to those of this process, replacing existing ones. */
export function setEnvironment(variables: Environment): void {
  Object.assign(process.env, variables)
}
