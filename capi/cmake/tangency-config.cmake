# find_package(tangency): defines the targets tangency::tangency (the shared library) and tangency::static.
get_filename_component(tangency_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET tangency::tangency)
  add_library(tangency::tangency SHARED IMPORTED)
  set_target_properties(tangency::tangency PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${tangency_prefix}/include")
  if(WIN32)
    set_target_properties(tangency::tangency PROPERTIES
      IMPORTED_LOCATION "${tangency_prefix}/lib/tangency_c.dll"
      IMPORTED_IMPLIB "${tangency_prefix}/lib/tangency_c.dll.lib")
  elseif(APPLE)
    set_target_properties(tangency::tangency PROPERTIES
      IMPORTED_LOCATION "${tangency_prefix}/lib/libtangency_c.@ABI@.dylib"
      IMPORTED_SONAME "@rpath/libtangency_c.@ABI@.dylib")
  else()
    set_target_properties(tangency::tangency PROPERTIES
      IMPORTED_LOCATION "${tangency_prefix}/lib/libtangency_c.so.@ABI@"
      IMPORTED_SONAME "libtangency_c.so.@ABI@")
  endif()

  add_library(tangency::static STATIC IMPORTED)
  set_target_properties(tangency::static PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${tangency_prefix}/include")
  if(MSVC)
    set_target_properties(tangency::static PROPERTIES
      IMPORTED_LOCATION "${tangency_prefix}/lib/tangency_c.lib"
      INTERFACE_LINK_LIBRARIES "kernel32;ntdll;userenv;ws2_32;dbghelp")
  else()
    set_target_properties(tangency::static PROPERTIES IMPORTED_LOCATION "${tangency_prefix}/lib/libtangency_c.a")
    if(NOT APPLE)
      set_target_properties(tangency::static PROPERTIES INTERFACE_LINK_LIBRARIES "gcc_eh;util;rt;pthread;m;dl")
    endif()
  endif()
endif()
