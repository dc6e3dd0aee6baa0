// The C library of Linux has this call, but shows it only to programs that ask for GNU extensions.
#ifdef __linux__
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
#endif
