import { CallFault } from './call-fault.ts'

/** The route of a call. */
export interface Route {
  /** The method and the path, with `ID` in place of the id: `POST requests/ID/replay`. */
  name: string
  id: string
}

/** Reads a path of at most three parts. Throws CallFault. */
export function readRoute(method: string, path: string): Route {
  const [, noun = '', id = '', verb = '', ...rest] = path.split('/').map(decodePart)
  if (rest.length > 0) throw new CallFault(404, 'Expected a path of at most three parts.')
  return { name: `${method} ${noun}${id === '' ? '' : '/ID'}${verb === '' ? '' : `/${verb}`}`, id }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new CallFault(404, `Expected a path whose escapes are those of UTF-8, got ${JSON.stringify(part)}.`)
  }
}
