import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { loadColleague } from '../accounts/loaders.ts'
import { connectAccountAudit, connectViewerAudit, listAccountAudit, listViewerAudit } from './service.ts'

export const auditResolvers = partial({
  Account: {
    auditLog: ({ id }, args, context) => listAccountAudit(context, id, args),
    auditLogConnection: ({ id }, args, context) => connectAccountAudit(context, id, args),
    viewerCanSeeAuditLog: ({ id }, _args, context) => can(context, 'viewAuditLog', id),
  },
  Viewer: {
    auditLog: (_viewer, args, context) => listViewerAudit(context, args),
    auditLogConnection: (_viewer, args, context) => connectViewerAudit(context, args),
  },
  AuditEntry: {
    actor: ({ accountId, actorUserId }, _args, { loaders }) => loadColleague(loaders, accountId, actorUserId),
    apiKeyName: ({ actorKind, credentialId }, _args, { loaders }) =>
      loadOrNull(loaders.apiKeyName, actorKind === 'API_KEY' ? credentialId : null),
    changes: ({ changes }) =>
      Object.entries(changes ?? {}).map(([field, { from, to }]) => ({
        field,
        from: JSON.stringify(from),
        to: JSON.stringify(to),
      })),
  },
})
