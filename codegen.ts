import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = { DateTime: 'string', Date: 'string', SafeInt: 'number', ID: 'string' }

/** Client documents: types beside each document, nothing imported from the server's types. */
const clientTypes = { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true }
const clientConfig = {
  ...clientTypes,
  importSchemaTypesFrom: '~@culvert/schema/client-types',
}

/** Programs without Apollo Client: documents as plain strings, so that they need no GraphQL parser at run time. */
const stringDocuments = (
  packageFolder: string,
  importSchemaTypesFrom = clientConfig.importSchemaTypesFrom,
): CodegenConfig['generates'] => ({
  [`${packageFolder}/src/`]: {
    preset: 'near-operation-file',
    documents: [`${packageFolder}/src/**/*.graphql`],
    presetConfig: { extension: '.generated.ts' },
    plugins: ['typescript-operations', 'typed-document-node'],
    config: { ...clientConfig, importSchemaTypesFrom, documentMode: 'string' },
  },
})

const config: CodegenConfig = {
  schema: 'schema/*.graphql',
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
        contextType: '../http/context.ts#RequestContext',
        // What has a default is always there when a resolver sees it.
        avoidOptionals: { defaultValue: true },
        mapperTypeSuffix: 'Model',
        mappers: {
          Account: '../accounts/rules.ts#Account',
          ApiKey: '../api-keys/rules.ts#ApiKey',
          Agent: '../agents/rules.ts#Agent',
          AuthSession: '../sessions/rules.ts#AuthSession',
          AuditEntry: '../audit/rules.ts#AuditEntry',
          ContactRequest: '../support/rules.ts#ContactRequest',
          Domain: '../domains/rules.ts#Domain',
          Gateway: '../gateways/rules.ts#Gateway',
          GatewaySessions: '../agents/rules.ts#GatewaySessions',
          Invoice: '../billing/invoices.ts#InvoiceView',
          IpRestriction: '../ip-restrictions/rules.ts#IpRestriction',
          Invite: '../team/rules.ts#Invite',
          Member: '../team/rules.ts#Member',
          Plan: '../billing/rules.ts#Plan',
          ProviderSubscription: '../billing/subscription-rules.ts#Subscription',
          Site: '../site/service.ts#Site',
          UsageMetric: '../usage/rules.ts#UsageMetric',
          UsageStats: '../usage/rules.ts#UsageStats',
          UsageTotal: '../usage/rules.ts#UsageTotal',
          TunnelError: '../diagnostics/tunnel-errors.ts#TunnelError',
          User: '../sessions/rules.ts#User',
          Viewer: '../sessions/rules.ts#Viewer',
        },
      },
    },
    'schema/generated/client-types.ts': {
      documents: ['{edge,agent,e2e,web}/src/**/*.graphql'],
      plugins: ['typescript-operations'],
      config: { ...clientTypes, generateOperationTypes: false },
    },
    // The API has documents in its tests only, and the whole schema's types at hand.
    ...stringDocuments('api', 'api/src/generated/schema.ts'),
    ...stringDocuments('edge'),
    ...stringDocuments('agent'),
    ...stringDocuments('e2e'),
    'web/src/': {
      preset: 'near-operation-file',
      documents: ['web/src/**/*.graphql'],
      presetConfig: { extension: '.generated.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: clientConfig,
    },
  },
}

export default config
