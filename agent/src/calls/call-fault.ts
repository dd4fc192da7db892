/** Why a call is not answered with what it asked for: a status of HTTP, and a sentence for the user. */
export class CallFault extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'CallFault'
    this.status = status
  }
}
