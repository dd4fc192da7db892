/** Publishes the answers to challenges `dns-01` in a zone (RFC 8555, section 8.4). */
export interface DnsPublisher {
  /** Adds a TXT record with the value to the name, for example `_acme-challenge.x.example`. Other records of the name stay. */
  publish(name: string, value: string, signal: AbortSignal): Promise<void>
  /** Removes it; a missing record is not an error. */
  withdraw(name: string, value: string, signal: AbortSignal): Promise<void>
}
