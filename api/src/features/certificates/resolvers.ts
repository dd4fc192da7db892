import { partial } from '../../ground/resolver-types.ts'
import {
  describeCertificateOf,
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
    certificate: async ({ domain, accountId, status }, _args, context) =>
      status === 'verified' ? await describeCertificateOf(context, { name: domain, accountId }) : null,
  },
  Gateway: {
    certificate: ({ subdomain, accountId }, _args, context) =>
      describeCertificateOf(context, { name: subdomain, accountId }),
  },
  Site: {
    certificateAuthority: (_site, _args, { config }) => nameAuthority(config),
  },
})
