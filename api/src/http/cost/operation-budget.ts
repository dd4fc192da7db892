import { AppError } from '../../ground/errors.ts'
import { unavailable } from '../public-errors.ts'
import { operationRowsMax } from './count-rows.ts'

/** The time and rows that an operation may still use. */
export class OperationBudget {
  readonly #endsAt: number
  #rows = 0

  /** `msMax`: how long the operation may take, in milliseconds. */
  constructor(msMax: number) {
    this.#endsAt = performance.now() + msMax
  }

  /** Throws UNAVAILABLE once the operation has taken too long: fields that it has not read by then fail. */
  checkTime(): void {
    if (performance.now() > this.#endsAt) throw unavailable('OPERATION_TIMEOUT')
  }

  /** Takes rows that were read. Throws BAD_USER_INPUT when lists are longer than was estimated, and too long together. */
  chargeRows(count: number): void {
    this.#rows += count
    if (this.#rows <= operationRowsMax) return
    throw new AppError(
      'BAD_USER_INPUT',
      `This operation has read more than ${operationRowsMax.toLocaleString('en-US')} rows, the most that one operation may. Send several operations.`,
    )
  }
}
