import { partial } from '../../ground/resolver-types.ts'
import { getTraffic } from './service.ts'

export const trafficResolvers = partial({
  Account: {
    traffic: ({ id }, args, context) => getTraffic(context, id, args),
  },
})
