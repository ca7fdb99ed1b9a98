#pragma once

// Linux calls that Swift's Glibc module does not show.
