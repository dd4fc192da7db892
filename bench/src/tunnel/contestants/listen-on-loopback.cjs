/**
 * Preloaded into localtunnel's server: the ports on which it awaits its client have no option for an address and would
 * be open to the network.
 */
const { Server } = require('node:net')

const listen = Reflect.get(Server.prototype, 'listen')
Server.prototype.listen = function (...args) {
  return args.length <= 1 ? listen.call(this, 0, '127.0.0.1', ...args) : listen.apply(this, args)
}
