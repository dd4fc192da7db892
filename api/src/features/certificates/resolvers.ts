import { partial } from '../../ground/resolver-types.ts'
import {
  describeDomainCertificate,
  followCertificates,
  listServedCertificates,
  nameAuthority,
  subscribeToCertificates,
} from './service.ts'

export const certificateResolvers = partial({
  Query: {
    certificates: (_root, { hostnames }, context) => listServedCertificates(context, hostnames),
  },
  Mutation: {
    followCertificates: (_root, { input }, context) => followCertificates(context, input),
  },
  Subscription: {
    certificatesChanged: {
      subscribe: (_root, _args, context) => subscribeToCertificates(context),
      resolve: (change: { version: number }) => change,
    },
  },
  Domain: {
    certificate: (domain, _args, context) => describeDomainCertificate(context, domain),
  },
  Site: {
    certificateAuthority: (_site, _args, { config }) => nameAuthority(config),
  },
})
