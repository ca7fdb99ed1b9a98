#include "CSim.h"
