import type { FactorKind } from '../graphql/generated/graphql.ts'

/** A request to the signed-in person to prove who they are. */
export interface ProofRequest {
  /** The kinds of second factors that they have; none if the password is enough. */
  factors: readonly FactorKind[]
  /** Called with whether they proved it. */
  settle: (proven: boolean) => void
}

/** Operations that wait until the signed-in person has proven who they are, and the dialog that asks for the proof. */
export class ProofRequests {
  readonly #listeners = new Set<() => void>()
  #request: ProofRequest | undefined
  #asking: Promise<boolean> | undefined

  /** Asks once for all concurrent callers. Resolves to whether the person proved who they are. */
  ask(factors: readonly FactorKind[]): Promise<boolean> {
    this.#asking ??= new Promise<boolean>((resolve) => {
      this.#show({ factors, settle: resolve })
    }).finally(() => {
      this.#asking = undefined
      this.#show(undefined)
    })
    return this.#asking
  }

  readonly getRequest = (): ProofRequest | undefined => this.#request

  /** Calls back when a request arrives or is settled. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #show(request: ProofRequest | undefined): void {
    this.#request = request
    for (const listener of this.#listeners) listener()
  }
}
