/** What a package for a system without Node knows of itself. */
export interface PackagedAs {
  /** The system that it is for, such as `linux-x64`. */
  target: string
  /** The Ed25519 key, in PEM, that has signed what an update may be; null where whoever packaged it had none. */
  publicKey: string | null
}
