import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findCertificatesNamed } from './repository.ts'

export function createCertificateLoaders(db: Db) {
  return {
    /** A name's certificate, issued or not; undefined when the name is to have none. Key: the name. */
    certificate: createLoader((names) => findCertificatesNamed(db, names)),
  }
}
