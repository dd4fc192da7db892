import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { listNoticeMails, setNoticeMail } from './mails.ts'
import { describeNotice } from './rules.ts'
import {
  connectAccountNotices,
  connectViewerNotices,
  countUnread,
  listAccountNotices,
  listViewerNotices,
  markNoticesRead,
} from './service.ts'

export const noticeResolvers = partial({
  Mutation: {
    setNoticeMail: async (_root, { input }, context) => ({ viewer: await setNoticeMail(context, input) }),
    markNoticesRead: async (_root, { input }, context) => ({ viewer: await markNoticesRead(context, input.until) }),
  },
  Account: {
    notices: ({ id }, args, context) => listAccountNotices(context, id, args),
    noticesConnection: ({ id }, args, context) => connectAccountNotices(context, id, args),
  },
  Viewer: {
    notices: (_viewer, args, context) => listViewerNotices(context, args),
    noticesConnection: (_viewer, args, context) => connectViewerNotices(context, args),
    noticeMails: (_viewer, _args, context) => listNoticeMails(context),
    unreadNotices: (_viewer, _args, context) => countUnread(context),
  },
  Notice: {
    kind: ({ facts }) => facts.kind,
    account: ({ accountId }, _args, { loaders }) => loadOrNull(loaders.account, accountId),
    title: (notice) => describeNotice(notice).title,
    text: (notice) => describeNotice(notice).text,
    path: (notice) => describeNotice(notice).path,
  },
})
