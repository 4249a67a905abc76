// What ggml's Vulkan backend names of VK_EXT_layer_settings, for headers that are older than it
// (before 1.3.272, as Debian 12 has them). Included before everything else of every C++ file by
// scripts/build-release; with newer headers it is empty. Only the shapes matter: values are as in
// the Vulkan registry, and a driver ignores a structure that it does not know.
#pragma once

#if __has_include(<vulkan/vulkan_core.h>)
#include <vulkan/vulkan_core.h>

#ifndef VK_EXT_layer_settings
#include <cstdint>
#include <vector>

namespace vk {

enum class LayerSettingTypeEXT : int32_t { eBool32 = 0 };

struct LayerSettingEXT {
    const char *pLayerName;
    const char *pSettingName;
    LayerSettingTypeEXT type;
    uint32_t valueCount;
    const void *pValues;
};

struct LayerSettingsCreateInfoEXT {
    VkStructureType sType = static_cast<VkStructureType>(1000496000);
    const void *pNext = nullptr;
    uint32_t settingCount;
    const LayerSettingEXT *pSettings;

    explicit LayerSettingsCreateInfoEXT(const std::vector<LayerSettingEXT> &settings)
        : settingCount(static_cast<uint32_t>(settings.size())), pSettings(settings.data()) {}
};

} // namespace vk
#endif
#endif
