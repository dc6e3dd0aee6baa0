import NIOCore
import NIOHTTP1
import NIOPosix

package struct ReviewServer {}
