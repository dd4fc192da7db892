/** Why a call failed: an HTTP status, and a sentence for the user. */
export class CallFault extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'CallFault'
    this.status = status
  }
}
