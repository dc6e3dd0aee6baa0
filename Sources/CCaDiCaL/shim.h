// No pkg-config tells where Homebrew keeps it.
#if __has_include(<ccadical.h>)
#include <ccadical.h>
#else
#include "/opt/homebrew/include/ccadical.h"
#endif
