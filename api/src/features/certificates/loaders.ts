import { findCertificatesNamed } from './repository.ts'

export const certificateLoaders = {
  /** A name's certificate, issued or not; undefined when the name is to have none. Key: the name. */
  certificate: findCertificatesNamed,
}
