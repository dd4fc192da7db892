import { messageOf } from '@culvert/program'
import { type FaultBearer, runGuarded } from '@culvert/program/guard'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { Visitor, VisitorHandler } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'

/** Holds a visitor until its answer is decided. A failure also decides it. */
export async function holdVisitor<Awaited>(
  visitor: Visitor,
  awaited: Promise<Awaited>,
  answer: (found: Awaited) => void,
  { errorPages, reportFault }: { errorPages: ErrorPages; reportFault: FaultReport },
): Promise<void> {
  const held = new HeldVisitor(visitor, reportFault)
  let found: Awaited
  try {
    found = await awaited
  } catch (error) {
    if (!held.isGone) errorPages.send(visitor, 'CULVERT_INTERNAL', { detail: messageOf(error) })
    return
  }
  if (!held.isGone) runGuarded('request.found', held, () => answer(found))
}

/** A visitor that waits for an answer; its body stays in the connection's buffers. */
class HeldVisitor implements VisitorHandler, FaultBearer {
  isGone = false
  readonly #visitor: Visitor
  readonly #reportFault: FaultReport

  constructor(visitor: Visitor, reportFault: FaultReport) {
    this.#visitor = visitor
    this.#reportFault = reportFault
    visitor.attach(this)
  }

  get bearerName(): string {
    return this.#visitor.request.origin.address
  }

  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [this.#visitor.request])
    this.#visitor.destroy()
  }

  onBody(): void {}

  onBodyEnd(): void {}

  onDrain(): void {}

  onGone(): void {
    this.isGone = true
  }
}
