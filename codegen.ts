import type { CodegenConfig } from '@graphql-codegen/cli'
import { dashboardDocuments } from './schema/documents.ts'

const scalars = { DateTime: 'string', Date: 'string', SafeInt: 'number', ID: 'string' }

/** Client documents: types beside each document; nothing is imported from the server's types. */
const clientTypes = {
  scalars,
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
  // None of our clients uses data from an answer with errors, so none ever reads a null of `@semanticNonNull`.
  nullability: { errorHandlingClient: true },
}
const clientConfig = {
  ...clientTypes,
  importSchemaTypesFrom: '~@culvert/schema/client-types',
}

/** Documents as plain strings, for programs without Apollo Client: they need no GraphQL parser at run time. */
const stringDocuments = {
  plugins: ['typescript-operations', 'typed-document-node'],
  config: { ...clientConfig, documentMode: 'string' },
}

/** The types and text of a program's documents, beside each of them. They are committed: the program runs from its sources. */
const documentsBeside = (packageFolder: string): CodegenConfig['generates'] => ({
  [`${packageFolder}/src/`]: {
    ...stringDocuments,
    preset: 'near-operation-file',
    documents: [`${packageFolder}/src/**/*.graphql`],
    presetConfig: { extension: '.generated.ts' },
  },
})

/** Files that are not committed: `scripts/generate.ts` makes them before they are read. */
export const uncommitted = {
  // The API has documents in its tests only, where the whole schema's types are available.
  'api/src/testing/generated/documents.ts': {
    ...stringDocuments,
    documents: ['api/src/**/*.test.graphql'],
    config: { ...stringDocuments.config, importSchemaTypesFrom: 'api/src/generated/schema.ts' },
  },
  // The dashboard's documents are in its code, as `graphql(…)`.
  'web/src/graphql/generated/': {
    preset: 'client',
    presetConfig: { fragmentMasking: false, skipIndexFile: true },
    documents: [dashboardDocuments],
    config: clientTypes,
  },
} satisfies CodegenConfig['generates']

const config = {
  schema: 'schema/*.graphql',
  pluckConfig: { globalGqlIdentifierName: ['graphql'] },
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  generates: {
    'api/src/generated/schema.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        scalars: {
          DateTime: { input: 'Date', output: 'Date' },
          Date: 'string',
          SafeInt: 'number',
          ID: 'string',
        },
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        contextType: '../platform/context.ts#RequestContext',
        // A resolver throws if it has no answer; it never returns the null that stands for an error.
        customDirectives: { semanticNonNull: true },
        // A field with a default is always present when a resolver sees it.
        avoidOptionals: { defaultValue: true },
        mapperTypeSuffix: 'Model',
        mappers: {
          Account: '../features/accounts/rules.ts#Account',
          ApiKey: '../features/api-keys/rules.ts#ApiKey',
          Agent: '../features/agents/rules.ts#Agent',
          AgentToken: '../features/agent-tokens/rules.ts#AgentToken',
          AuthToken: '../features/auth-tokens/rules.ts#AuthToken',
          AuthSession: '../features/sessions/rules.ts#AuthSession',
          AuditEntry: '../platform/audit/rules.ts#AuditEntry',
          ContactRequest: '../features/support/rules.ts#ContactRequest',
          Domain: '../features/domains/rules.ts#Domain',
          ExportAccountPayload: '../features/accounts/export.ts#AccountExport',
          Factor: '../features/factors/rules.ts#Factor',
          Gateway: '../features/gateways/rules.ts#Gateway',
          GatewaySessions: '../features/agents/rules.ts#GatewaySessions',
          Identity: '../features/identities/rules.ts#Identity',
          Invoice: '../features/invoices/service.ts#InvoiceView',
          HostnameBlock: '../features/hostname-blocks/rules.ts#HostnameBlock',
          IpRestriction: '../features/ip-restrictions/rules.ts#IpRestriction',
          Invite: '../features/team/rules.ts#Invite',
          MachineToken: '../features/auth-tokens/rules.ts#AuthToken',
          CommandLineSignIn: '../features/command-line-sign-ins/rules.ts#SignIn',
          Member: '../features/team/rules.ts#Member',
          Notice: '../features/notices/rules.ts#Notice',
          Overage: '../features/invoices/rules.ts#Overage',
          PageInfo: '../ground/connections.ts#PageInfo',
          Plan: '../features/plans/rules.ts#Plan',
          ProviderSubscription: '../features/subscriptions/rules.ts#Subscription',
          RequestContent: '../features/request-contents/rules.ts#RequestContent',
          RequestRecording: '../features/requests/rules.ts#RequestRecording',
          RequestShare: '../features/request-contents/rules.ts#RequestShare',
          SignInProvider: '../features/sign-in-providers/rules.ts#SignInProvider',
          SingleSignOn: '../features/sign-in-providers/rules.ts#SingleSignOn',
          Site: '../features/site/service.ts#Site',
          Traffic: '../features/traffic/rules.ts#Traffic',
          LabelUsage: '../features/usage/rules.ts#LabelUsage',
          UsageMetric: '../features/usage/rules.ts#UsageMetric',
          UsageStats: '../features/usage/rules.ts#UsageStats',
          UsageTotal: '../features/usage/rules.ts#UsageTotal',
          Trust: '../features/token-exchange/rules.ts#Trust',
          TunnelError: '../features/diagnostics/tunnel-errors.ts#TunnelError',
          User: '../features/users/rules.ts#User',
          VisitorRequest: '../features/requests/rules.ts#VisitorRequest',
          Viewer: '../features/users/rules.ts#Viewer',
          Webhook: '../features/webhooks/rules.ts#Webhook',
          WebhookDelivery: '../features/webhooks/rules.ts#Delivery',
        },
      },
    },
    'schema/generated/client-types.ts': {
      documents: ['{edge,agent,client,e2e}/src/**/*.graphql'],
      plugins: ['typescript-operations'],
      config: { ...clientTypes, generateOperationTypes: false },
    },
    ...documentsBeside('edge'),
    ...documentsBeside('agent'),
    ...documentsBeside('client'),
    ...documentsBeside('e2e'),
  },
} satisfies CodegenConfig

export default config
