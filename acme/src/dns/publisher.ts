/** Puts the answers to challenges `dns-01` into a zone (RFC 8555, section 8.4). */
export interface DnsPublisher {
  /** Adds a TXT record with the value to the name, for example `_acme-challenge.x.example`. Others of the name stay. */
  publish(name: string, value: string, signal: AbortSignal): Promise<void>
  /** Takes it away; one that is not there is no fault. */
  withdraw(name: string, value: string, signal: AbortSignal): Promise<void>
}
