import { accountResolvers } from './accounts/resolvers.ts'
import { createAgentTokenJobs, createAgentTokenRounds } from './agent-tokens/jobs.ts'
import { agentTokenResolvers } from './agent-tokens/resolvers.ts'
import { agentResolvers } from './agents/resolvers.ts'
import { createAgentRounds } from './agents/rounds.ts'
import { apiKeyResolvers } from './api-keys/resolvers.ts'
import { auditResolvers } from './audit-log/resolvers.ts'
import { authTokenResolvers } from './auth-tokens/resolvers.ts'
import { createCommandLineSignInJobs } from './command-line-sign-ins/jobs.ts'
import { commandLineSignInResolvers } from './command-line-sign-ins/resolvers.ts'
import { diagnosticResolvers } from './diagnostics/resolvers.ts'
import { createCertificateJobs, createCertificateRounds } from './certificates/jobs.ts'
import { certificateResolvers } from './certificates/resolvers.ts'
import { createDomainJobs } from './domains/jobs.ts'
import { domainResolvers } from './domains/resolvers.ts'
import { createEdgeJobs, createEdgeRounds } from './edges/jobs.ts'
import { edgeResolvers } from './edges/resolvers.ts'
import { createVerificationJobs } from './email-addresses/links.ts'
import { emailAddressResolvers } from './email-addresses/resolvers.ts'
import { factorEnrolmentResolvers } from './factor-enrolment/resolvers.ts'
import { factorResolvers } from './factors/resolvers.ts'
import { createFactorJobs } from './factors/service.ts'
import { gatewayResolvers } from './gateways/resolvers.ts'
import { hostnameBlockResolvers } from './hostname-blocks/resolvers.ts'
import { identityResolvers } from './identities/resolvers.ts'
import { createInvoiceJobs } from './invoices/jobs.ts'
import { createNoticeJobs } from './notices/jobs.ts'
import { noticeResolvers } from './notices/resolvers.ts'
import { invoiceResolvers } from './invoices/resolvers.ts'
import { ipRestrictionResolvers } from './ip-restrictions/resolvers.ts'
import { passwordResolvers } from './passwords/resolvers.ts'
import { createPasswordJobs } from './passwords/service.ts'
import { planResolvers } from './plans/resolvers.ts'
import { profileResolvers } from './profile/resolvers.ts'
import { providerSignInResolvers } from './provider-sign-in/resolvers.ts'
import { rateLimitResolvers } from './rate-limits/resolvers.ts'
import { createRateJobs } from './rate-limits/service.ts'
import { createSessionJobs } from './sessions/jobs.ts'
import { sessionResolvers } from './sessions/resolvers.ts'
import { signInProviderResolvers } from './sign-in-providers/resolvers.ts'
import { signUpResolvers } from './sign-up/resolvers.ts'
import { createSiteJobs } from './site/jobs.ts'
import { createRequestJobs } from './requests/jobs.ts'
import { requestResolvers } from './requests/resolvers.ts'
import { createShareJobs } from './request-contents/jobs.ts'
import { requestContentResolvers } from './request-contents/resolvers.ts'
import { siteResolvers } from './site/resolvers.ts'
import { createSubscriptionJobs } from './subscriptions/jobs.ts'
import { subscriptionResolvers } from './subscriptions/resolvers.ts'
import { supportResolvers } from './support/resolvers.ts'
import { teamResolvers } from './team/resolvers.ts'
import { createUsageJobs } from './usage/notices.ts'
import { createTokenExchangeJobs } from './token-exchange/jobs.ts'
import { tokenExchangeResolvers } from './token-exchange/resolvers.ts'
import { createTrafficJobs } from './traffic/jobs.ts'
import { trafficResolvers } from './traffic/resolvers.ts'
import { usageResolvers } from './usage/resolvers.ts'
import { userResolvers } from './users/resolvers.ts'
import { createWebhookJobs } from './webhooks/jobs.ts'
import { webhookResolvers } from './webhooks/resolvers.ts'

/**
 * Every feature, with its resolvers, loaders and jobs. A feature imports only those above it in this list: the
 * linter reads the order from here.
 */
export const features = [
  { name: 'site', resolvers: siteResolvers, createJobs: createSiteJobs },
  { name: 'plans', resolvers: planResolvers },
  { name: 'sign-in-providers', resolvers: signInProviderResolvers },
  { name: 'users', resolvers: userResolvers },
  { name: 'factors', resolvers: factorResolvers, createJobs: createFactorJobs },
  { name: 'identities', resolvers: identityResolvers },
  { name: 'accounts', resolvers: accountResolvers },
  { name: 'notices', resolvers: noticeResolvers, createJobs: createNoticeJobs },
  { name: 'webhooks', resolvers: webhookResolvers, createJobs: createWebhookJobs },
  { name: 'sessions', resolvers: sessionResolvers, createJobs: createSessionJobs },
  { name: 'factor-enrolment', resolvers: factorEnrolmentResolvers },
  { name: 'email-addresses', resolvers: emailAddressResolvers, createJobs: createVerificationJobs },
  { name: 'auth-tokens', resolvers: authTokenResolvers },
  {
    name: 'command-line-sign-ins',
    resolvers: commandLineSignInResolvers,
    createJobs: createCommandLineSignInJobs,
  },
  { name: 'api-keys', resolvers: apiKeyResolvers },
  { name: 'ip-restrictions', resolvers: ipRestrictionResolvers },
  { name: 'hostname-blocks', resolvers: hostnameBlockResolvers },
  { name: 'rate-limits', resolvers: rateLimitResolvers, createJobs: createRateJobs },
  {
    name: 'certificates',
    resolvers: certificateResolvers,
    createJobs: createCertificateJobs,
    createRounds: createCertificateRounds,
  },
  { name: 'domains', resolvers: domainResolvers, createJobs: createDomainJobs },
  { name: 'gateways', resolvers: gatewayResolvers },
  {
    name: 'agent-tokens',
    resolvers: agentTokenResolvers,
    createJobs: createAgentTokenJobs,
    createRounds: createAgentTokenRounds,
  },
  { name: 'token-exchange', resolvers: tokenExchangeResolvers, createJobs: createTokenExchangeJobs },
  { name: 'agents', resolvers: agentResolvers, createRounds: createAgentRounds },
  { name: 'edges', resolvers: edgeResolvers, createJobs: createEdgeJobs, createRounds: createEdgeRounds },
  { name: 'usage', resolvers: usageResolvers, createJobs: createUsageJobs },
  { name: 'traffic', resolvers: trafficResolvers, createJobs: createTrafficJobs },
  { name: 'requests', resolvers: requestResolvers, createJobs: createRequestJobs },
  { name: 'request-contents', resolvers: requestContentResolvers, createJobs: createShareJobs },
  { name: 'invoices', resolvers: invoiceResolvers, createJobs: createInvoiceJobs },
  { name: 'subscriptions', resolvers: subscriptionResolvers, createJobs: createSubscriptionJobs },
  { name: 'team', resolvers: teamResolvers },
  { name: 'passwords', resolvers: passwordResolvers, createJobs: createPasswordJobs },
  { name: 'sign-up', resolvers: signUpResolvers },
  { name: 'provider-sign-in', resolvers: providerSignInResolvers },
  { name: 'profile', resolvers: profileResolvers },
  { name: 'user-administration', resolvers: {} },
  { name: 'suspensions', resolvers: {} },
  { name: 'audit-log', resolvers: auditResolvers },
  { name: 'diagnostics', resolvers: diagnosticResolvers },
  { name: 'support', resolvers: supportResolvers },
] as const
