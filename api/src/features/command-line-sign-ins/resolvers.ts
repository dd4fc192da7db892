import { partial } from '../../ground/resolver-types.ts'
import { formatUserCode, intervalSeconds, toVerificationUrls } from './rules.ts'
import { approveSignIn, denySignIn, findSignIn, redeemSignIn, requestSignIn } from './service.ts'

export const commandLineSignInResolvers = partial({
  Query: {
    commandLineSignIn: (_root, { userCode }, context) => findSignIn(context, userCode),
  },
  Mutation: {
    requestCommandLineSignIn: async (_root, { input }, context) => {
      const { signIn, deviceCode } = await requestSignIn(context, input)
      return {
        deviceCode,
        userCode: formatUserCode(signIn.userCode),
        ...toVerificationUrls(context.config.publicUrl, signIn.userCode),
        expiresAt: signIn.expiresAt,
        intervalSeconds,
      }
    },
    approveCommandLineSignIn: (_root, { input }, context) => approveSignIn(context, input),
    denyCommandLineSignIn: (_root, { input }, context) => denySignIn(context, input.userCode),
    redeemCommandLineSignIn: (_root, { input }, context) => redeemSignIn(context, input),
  },
  CommandLineSignIn: {
    userCode: ({ userCode }) => formatUserCode(userCode),
    requestedAt: ({ createdAt }) => createdAt,
    usesLoopback: ({ loopbackPort }) => loopbackPort !== null,
  },
})
