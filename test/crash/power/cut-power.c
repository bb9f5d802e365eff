/* Tells a mounted ext4 to stop at once and to write nothing more, its journal neither: cut-power FOLDER */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

#define SHUTDOWN _IOR('X', 125, uint32_t)
#define WITHOUT_JOURNAL 2

int main(int count, char **words) {
  uint32_t how = WITHOUT_JOURNAL;
  int folder = count == 2 ? open(words[1], O_RDONLY) : -1;
  if (folder < 0 || ioctl(folder, SHUTDOWN, &how)) {
    perror("cut-power");
    return 1;
  }
  return 0;
}
