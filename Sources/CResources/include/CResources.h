#pragma once

/// The text of a data file of the program by the name that `resources.c` gives it, null where there is none.
const char *_Nullable resource_text(const char *_Nonnull name);
