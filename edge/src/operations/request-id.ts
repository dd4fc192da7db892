import { randomUUID } from 'node:crypto'
import type { VisitorRequest } from '../ingress/visitor.ts'

const ids = new WeakMap<VisitorRequest, string>()

/** The name of a request in the log, on error pages and in traces: the same in all. Made when somebody asks first. */
export function requestIdOf(request: VisitorRequest): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const id = randomUUID()
  ids.set(request, id)
  return id
}
