import { parse } from 'yaml'
import { readProject } from './image.ts'

/** The part of a compose file's service that tests read. */
interface Service {
  command: string
  environment?: Record<string, string | number>
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  restart?: string
}

/** A compose file, for starting its services without containers. */
export interface Compose {
  names: string[]
  /** Returns a service. Throws if there is none of this name. */
  readService(name: string): Service
  /** Returns a service's environment when the person who starts it has set these variables. */
  fillEnvironment(name: string, given: Record<string, string>): Record<string, string>
}

/** Reads a compose file of the checkout. */
export function readCompose(path: string): Compose {
  const { services }: { services: Record<string, Service> } = parse(readProject(path), { merge: true })
  const readService = (name: string): Service => {
    const service = services[name]
    if (!service) throw new Error(`${path} has the services ${Object.keys(services).join(', ')}, not ${name}`)
    return service
  }
  return {
    names: Object.keys(services),
    readService,
    fillEnvironment: (name, given) => {
      const fill = (value: string | number) =>
        String(value).replace(
          /\$\{(\w+):[-?]([^}]*)\}/g,
          (_, variable: string, fallback: string) => given[variable] ?? fallback,
        )
      const { environment = {} } = readService(name)
      return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)]))
    },
  }
}
